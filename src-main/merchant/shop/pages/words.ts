import type { FormLanguage } from '#domain/form/languages'

/** The words of a preview's page. The shop's other pages, which share some of them, are only in English. */
export interface ShopWords {
  /** The name of a shop whose project has none, as on the form. */
  readonly testShop: string
  readonly bench: string
  readonly tableware: string
  readonly orders: string
  readonly basket: string
  readonly yourBasket: string
  readonly payment: string
  readonly yourCard: string
  readonly order: (id: string) => string
  readonly items: string
  readonly delivery: string
  readonly total: string
  readonly pay: (sum: string) => string
  readonly open: string
  readonly payHere: string
  readonly back: string
  readonly paid: string
  /** Names and details by the ids of products; those that are missing here are in English. */
  readonly products: Readonly<Partial<Record<string, readonly [name: string, detail: string]>>>
}

export const SHOP_WORDS: Readonly<Record<FormLanguage, ShopWords>> = {
  en: {
    testShop: 'Test shop',
    bench: 'Demo shop of Paybench. No money moves.',
    tableware: 'Tableware',
    orders: 'Orders',
    basket: 'Basket',
    yourBasket: 'Your basket',
    payment: 'Payment',
    yourCard: 'Your card',
    order: (id) => `Order ${id}`,
    items: 'Items',
    delivery: 'Delivery',
    total: 'Total',
    pay: (sum) => `Pay ${sum}`,
    open: 'Open the form',
    payHere: 'Pay with the form on this page.',
    back: 'Back to the shop',
    paid: 'Order confirmed',
    products: {},
  },
  de: {
    testShop: 'Testshop',
    bench: 'Demoshop von Paybench. Es fließt kein Geld.',
    tableware: 'Geschirr',
    orders: 'Bestellungen',
    basket: 'Warenkorb',
    yourBasket: 'Ihr Warenkorb',
    payment: 'Zahlung',
    yourCard: 'Ihre Karte',
    order: (id) => `Bestellung ${id}`,
    items: 'Artikel',
    delivery: 'Versand',
    total: 'Gesamtbetrag',
    pay: (sum) => `${sum} zahlen`,
    open: 'Formular öffnen',
    payHere: 'Bezahlen Sie mit dem Formular auf dieser Seite.',
    back: 'Zurück zum Shop',
    paid: 'Bestellung bestätigt',
    products: {
      mug: ['Geriffelter Becher', 'Salzglasur, 30 cl'],
      salt: ['Salzfass mit Löffel', 'Außen unglasiert'],
    },
  },
  fr: {
    testShop: 'Boutique de test',
    bench: 'Boutique de démonstration de Paybench. Aucun argent ne circule.',
    tableware: 'Vaisselle',
    orders: 'Commandes',
    basket: 'Panier',
    yourBasket: 'Votre panier',
    payment: 'Paiement',
    yourCard: 'Votre carte',
    order: (id) => `Commande ${id}`,
    items: 'Articles',
    delivery: 'Livraison',
    total: 'Total',
    pay: (sum) => `Payer ${sum}`,
    open: 'Ouvrir le formulaire',
    payHere: 'Payez avec le formulaire sur cette page.',
    back: 'Retour à la boutique',
    paid: 'Commande confirmée',
    products: {
      mug: ['Tasse striée', 'Émail au sel, 30 cl'],
      salt: ['Salière avec cuillère', 'Extérieur non émaillé'],
    },
  },
  es: {
    testShop: 'Tienda de prueba',
    bench: 'Tienda de demostración de Paybench. No se mueve dinero.',
    tableware: 'Vajilla',
    orders: 'Pedidos',
    basket: 'Cesta',
    yourBasket: 'Su cesta',
    payment: 'Pago',
    yourCard: 'Su tarjeta',
    order: (id) => `Pedido ${id}`,
    items: 'Artículos',
    delivery: 'Envío',
    total: 'Total',
    pay: (sum) => `Pagar ${sum}`,
    open: 'Abrir el formulario',
    payHere: 'Pague con el formulario de esta página.',
    back: 'Volver a la tienda',
    paid: 'Pedido confirmado',
    products: {
      mug: ['Taza acanalada', 'Esmalte a la sal, 30 cl'],
      salt: ['Salero con cuchara', 'Exterior sin esmaltar'],
    },
  },
  it: {
    testShop: 'Negozio di prova',
    bench: 'Negozio dimostrativo di Paybench. Nessun trasferimento di denaro.',
    tableware: 'Stoviglie',
    orders: 'Ordini',
    basket: 'Carrello',
    yourBasket: 'Il suo carrello',
    payment: 'Pagamento',
    yourCard: 'La sua carta',
    order: (id) => `Ordine ${id}`,
    items: 'Articoli',
    delivery: 'Spedizione',
    total: 'Totale',
    pay: (sum) => `Paga ${sum}`,
    open: 'Apri il modulo',
    payHere: 'Paghi con il modulo in questa pagina.',
    back: 'Torna al negozio',
    paid: 'Ordine confermato',
    products: {
      mug: ['Tazza rigata', 'Smalto al sale, 30 cl'],
      salt: ['Saliera con cucchiaino', 'Esterno non smaltato'],
    },
  },
  pt: {
    testShop: 'Loja de teste',
    bench: 'Loja de demonstração do Paybench. Nenhum dinheiro é movimentado.',
    tableware: 'Loiça',
    orders: 'Encomendas',
    basket: 'Cesto',
    yourBasket: 'O seu cesto',
    payment: 'Pagamento',
    yourCard: 'O seu cartão',
    order: (id) => `Encomenda ${id}`,
    items: 'Artigos',
    delivery: 'Entrega',
    total: 'Total',
    pay: (sum) => `Pagar ${sum}`,
    open: 'Abrir o formulário',
    payHere: 'Pague com o formulário nesta página.',
    back: 'Voltar à loja',
    paid: 'Encomenda confirmada',
    products: {
      mug: ['Caneca canelada', 'Vidrado de sal, 30 cl'],
      salt: ['Saleiro com colher', 'Exterior sem vidrado'],
    },
  },
  pl: {
    testShop: 'Sklep testowy',
    bench: 'Sklep pokazowy Paybench. Pieniądze nie są przelewane.',
    tableware: 'Zastawa',
    orders: 'Zamówienia',
    basket: 'Koszyk',
    yourBasket: 'Twój koszyk',
    payment: 'Płatność',
    yourCard: 'Twoja karta',
    order: (id) => `Zamówienie ${id}`,
    items: 'Produkty',
    delivery: 'Dostawa',
    total: 'Razem',
    pay: (sum) => `Zapłać ${sum}`,
    open: 'Otwórz formularz',
    payHere: 'Zapłać, korzystając z formularza na tej stronie.',
    back: 'Powrót do sklepu',
    paid: 'Zamówienie potwierdzone',
    products: {
      mug: ['Prążkowany kubek', 'Szkliwo solne, 30 cl'],
      salt: ['Solniczka z łyżeczką', 'Na zewnątrz bez szkliwa'],
    },
  },
  ar: {
    testShop: 'متجر تجريبي',
    bench: 'متجر عرض من Paybench. لا يتم تحويل أي أموال.',
    tableware: 'أدوات المائدة',
    orders: 'الطلبات',
    basket: 'السلة',
    yourBasket: 'سلتك',
    payment: 'الدفع',
    yourCard: 'بطاقتك',
    order: (id) => `الطلب ${id}`,
    items: 'المنتجات',
    delivery: 'التوصيل',
    total: 'الإجمالي',
    pay: (sum) => `ادفع ${sum}`,
    open: 'افتح النموذج',
    payHere: 'ادفع باستخدام النموذج في هذه الصفحة.',
    back: 'العودة إلى المتجر',
    paid: 'تم تأكيد الطلب',
    products: {
      mug: ['كوب مضلّع', 'تزجيج ملحي، 30 سل'],
      salt: ['مملحة مع ملعقة', 'غير مزججة من الخارج'],
    },
  },
}
